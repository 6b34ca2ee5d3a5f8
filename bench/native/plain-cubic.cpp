// First contact of a node and a triangle, or of two edges, by the usual method: a cubic in doubles, its roots by Newton on
// the monotone pieces, an inside test by signs. No error bounds. The same steps as bench/suites/plain-cubic.ts; with
// `axes` it first tests whether a coordinate axis separates the pair during the whole step.
//
//   plain-cubic FILE vf|ee cubic|axes FIRST LAST
//
// FILE has 24 doubles per query: four points xyz at the start of the step, then at its end. Answers queries FIRST to LAST - 1 once
// to warm up and once timed, and writes doubles to stdout: CPU time [s], then for each query a time in [0, 1], or -1.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

struct Vec {
  double x, y, z;
};

inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vec between(const Vec& a, const Vec& b, double t) {
  const double s = 1 - t;
  return {s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}

inline bool oneSided(double a, double b, double c, double d, double e, double f, double g, double h) {
  return (a > 0 && b > 0 && c > 0 && d > 0 && e > 0 && f > 0 && g > 0 && h > 0) ||
         (a < 0 && b < 0 && c < 0 && d < 0 && e < 0 && f < 0 && g < 0 && h < 0);
}

template <bool edges, bool axes>
double firstContact(const double* query) {
  const Vec* x = reinterpret_cast<const Vec*>(query);
  const Vec* y = x + 4;
  // P Q R T of the node and the corners, or of the ends of the two edges
  const int i = edges ? 2 : 1, j = edges ? 3 : 2, k = edges ? 2 : 3, l = 3, m = edges ? 1 : 0;
  const Vec p0 = x[i] - x[0], q0 = x[j] - x[0], r0 = x[k] - x[m], t0 = x[l] - x[m];
  const Vec p1 = y[i] - y[0], q1 = y[j] - y[0], r1 = y[k] - y[m], t1 = y[l] - y[m];
  if (axes && (oneSided(p0.x, q0.x, r0.x, t0.x, p1.x, q1.x, r1.x, t1.x) ||
               oneSided(p0.y, q0.y, r0.y, t0.y, p1.y, q1.y, r1.y, t1.y) ||
               oneSided(p0.z, q0.z, r0.z, t0.z, p1.z, q1.z, r1.z, t1.z)))
    return -1;

  // F = P·(Q×R) = B0 s³ + b1 s² t + b2 s t² + B3 t³
  const Vec h0 = cross(q0, r0), h1 = cross(q0, r1) + cross(q1, r0), h2 = cross(q1, r1);
  const double B0 = dot(p0, h0), b1 = dot(p1, h0) + dot(p0, h1), b2 = dot(p1, h1) + dot(p0, h2), B3 = dot(p1, h2);
  if ((B0 > 0 && b1 > 0 && b2 > 0 && B3 > 0) || (B0 < 0 && b1 < 0 && b2 < 0 && B3 < 0)) return -1;

  const double c1 = b1 - 3 * B0, c2 = 3 * B0 - 2 * b1 + b2, c3 = B3 - b2 + b1 - B0;
  double cuts[4] = {0, 1, 1, 1};
  int last = 1;
  const double a = 3 * c3, b = 2 * c2, discriminant = b * b - 4 * a * c1;
  if (discriminant > 0) {
    const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
    double first = q / a, second = c1 / q;
    if (first > second) { const double swap = first; first = second; second = swap; }
    if (first > 0 && first < 1) cuts[last++] = first;
    if (second > 0 && second < 1) cuts[last++] = second;
    cuts[last] = 1;
  }
  double low = 0, fLow = B0;
  for (int piece = 1; piece <= last; piece++) {
    const double high = cuts[piece], fHigh = high == 1 ? B3 : ((c3 * high + c2) * high + c1) * high + B0;
    if ((fLow <= 0 && fHigh >= 0) || (fLow >= 0 && fHigh <= 0)) {
      double left = low, right = high;
      double t = fLow == fHigh ? low : low + (high - low) * (fLow / (fLow - fHigh));
      for (int step = 0; step < 64; step++) {
        const double f = ((c3 * t + c2) * t + c1) * t + B0;
        if (f == 0) break;
        if ((f > 0) == (fHigh > 0)) right = t; else left = t;
        double next = t - f / ((3 * c3 * t + 2 * c2) * t + c1);
        if (!(next >= left && next <= right)) next = 0.5 * (left + right);
        const double moved = std::fabs(next - t);
        t = next;
        // the next step would be its square
        if (moved <= 1e-8) break;
      }
      const Vec p = between(p0, p1, t), q = between(q0, q1, t), r = between(r0, r1, t), c = edges ? between(t0, t1, t) : r;
      const Vec e1 = cross(p, q), e3 = cross(r, p), e4 = cross(q, c);
      const Vec n = e3 + e4 + (edges ? Vec{0, 0, 0} : e1);
      if (dot(e1, n) >= 0 && dot(e3, n) >= 0 && dot(e4, n) >= 0 && (!edges || dot(cross(c, r), n) >= 0)) return t;
    }
    low = high;
    fLow = fHigh;
  }
  return -1;
}

template <bool edges, bool axes>
void answer(const double* queries, double* answers, long first, long last) {
  for (long i = first; i < last; i++) answers[i - first] = firstContact<edges, axes>(queries + 24 * i);
}

double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) return 2;
  std::FILE* file = std::fopen(arguments[1], "rb");
  if (!file) return 2;
  std::fseek(file, 0, SEEK_END);
  std::vector<double> queries(static_cast<size_t>(std::ftell(file)) / sizeof(double));
  std::rewind(file);
  if (std::fread(queries.data(), sizeof(double), queries.size(), file) != queries.size()) return 2;
  std::fclose(file);

  const bool edges = std::strcmp(arguments[2], "ee") == 0, axes = std::strcmp(arguments[3], "axes") == 0;
  const auto run = edges ? (axes ? answer<true, true> : answer<true, false>) : (axes ? answer<false, true> : answer<false, false>);
  const long first = std::atol(arguments[4]), last = std::atol(arguments[5]);
  std::vector<double> output(static_cast<size_t>(last - first) + 1);
  run(queries.data(), output.data() + 1, first, last);
  const double start = cpuSeconds();
  run(queries.data(), output.data() + 1, first, last);
  output[0] = cpuSeconds() - start;
  return std::fwrite(output.data(), sizeof(double), output.size(), stdout) == output.size() ? 0 : 1;
}
