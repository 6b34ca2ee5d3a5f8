import * as THREE from 'three';
import type { CameraRig } from './camera-rig.ts';
import { framingOf, groundLevel, isPlanar, midpointOf, upOf } from './first-camera.ts';
import type { ViewMoment } from './view-moment.ts';
import type { ViewStage } from './view-stage.ts';

/** Light, shadows, ground and scale bar for the camera as it is. `height`: of the canvas [CSS px]. */
export function lightView(
  { lighting, grid, scaleBar }: ViewStage,
  moment: ViewMoment,
  rig: CameraRig,
  height: number,
  hasShadows: boolean,
): void {
  const camera = rig.camera();
  const recorded = moment.recorded();
  const inSpace = recorded !== undefined && !isPlanar(recorded);
  lighting.setShadows(hasShadows && inSpace);
  lighting.setGround(inSpace);
  const up = recorded && inSpace ? upOf(recorded) : new THREE.Vector3(0, 0, 1);
  const level = recorded && inSpace ? groundLevel(recorded) : 0;
  const midpoint = recorded ? midpointOf(framingOf(recorded), moment.at().frame) : new THREE.Vector3();
  const pixel = rig.pixel();
  lighting.update(camera, up, midpoint, moment.size(), level);
  grid.setFilled(inSpace && camera.position.dot(up) > level);
  scaleBar.show(grid.update(up, new THREE.Vector3(...rig.state().target), level, pixel * height), pixel);
}
