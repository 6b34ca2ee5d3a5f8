/*
 * First contacts of a deforming mesh from a finite-element code: the triangles are sent once, the positions with every step.
 *
 *   cc -o mesh_check mesh_check.c && ./mesh_check appulse
 */
#include "appulse_client.h"

int main(int count, char **arguments) {
  double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3};
  const int32_t triangles[] = {0, 1, 2, 3, 4, 5};
  const double velocities[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4, 0, 0, -4, 0, 0, -4}; /* the upper one falls */
  const double step = 0.3; /* [s] */
  const char *const appulse[] = {"appulse", NULL};
  appulse_client client;
  int i, k;
  appulse_array mesh[] = {{"positions", 'd', 6, 3, positions}, {"triangles", 'i', 2, 3, triangles}};
  appulse_array motion[] = {{"positions", 'd', 6, 3, positions}, {"velocities", 'd', 6, 3, velocities}};

  if (appulse_start(&client, count > 1 ? (const char *const *)arguments + 1 : appulse) ||
      appulse_ask(&client, "\"op\":\"mesh-open\",\"name\":\"sheets\"", mesh, 2)) {
    fprintf(stderr, "%s\n", client.error);
    return 1;
  }
  for (k = 0; k < 3; k++) {
    const double *time;
    const int32_t *nodes;
    uint32_t contacts;
    if (appulse_ask(&client, "\"op\":\"mesh-step\",\"mesh\":\"sheets\",\"duration\":0.3", motion, 2)) {
      fprintf(stderr, "%s\n", client.error);
      return 1;
    }
    time = (const double *)appulse_values(&client, "time", &contacts, NULL);
    nodes = (const int32_t *)appulse_values(&client, "nodes", NULL, NULL);
    printf("step %d: %u contacts\n", k, (unsigned)contacts);
    for (i = 0; i < (int)contacts; i++) {
      printf("  %.3f s: node %d on triangle %d %d %d\n", k * step + time[i], (int)nodes[5 * i], (int)nodes[5 * i + 1],
             (int)nodes[5 * i + 2], (int)nodes[5 * i + 3]);
    }
    /* a finite-element code would respond to the contacts here */
    for (i = 0; i < 18; i++) positions[i] += step * velocities[i];
  }
  appulse_stop(&client);
  return 0;
}
