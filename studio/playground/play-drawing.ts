import { pose as createPose } from '../../src/index.ts';
import { followTheme } from '../page/theme.ts';
import { BOUND_LINES } from '../view/overlays/bounds-layers.ts';
import type { Headline } from './headline.ts';
import { type MotionTimeline, motionTimes, sweptPoses } from './motion-timeline.ts';
import { isPlanarPair } from './planar-pair.ts';
import type { BuiltShape, PlayModel, PlayStore } from './play-model.ts';
import { SIDES, type Side } from './play-state.ts';
import type { FramingControl } from './play-view.ts';
import type { PointerTools } from './pointer-tools.ts';
import type { Stage } from './stage.ts';
import { stageMarks, velocityTip } from './stage-marks.ts';
import { hasSize } from './stretch-shape.ts';
import type { Toolbar } from './toolbar.ts';

interface DrawingParts {
  readonly toolbar: Toolbar;
  readonly tools: PointerTools;
  readonly timeline: MotionTimeline;
  readonly headline: Headline;
  readonly framing: FramingControl;
}

/** Bounding volumes that can be drawn. */
const VOLUMES = ['boxes', 'spheres', 'oriented-boxes', 'dops', 'hulls'] as const;

/** Draws the state and its answers whenever they change. */
export function drawStore(stage: Stage, model: PlayModel, parts: DrawingParts, signal: AbortSignal): void {
  const { store } = model;
  const { toolbar, tools, timeline, headline, framing } = parts;
  const drawn: Partial<Record<Side, BuiltShape>> = {};
  let drawnPlanar: boolean | undefined;
  const draw = (now: PlayStore) => {
    const { state, answers, built } = now;
    framing.update();
    for (const side of SIDES) {
      if (built[side] !== drawn[side] || framing.isPlanar() !== drawnPlanar) stage.setShape(side, built[side]?.shape);
      drawn[side] = built[side];
      stage.bodies[side].setPose(createPose(state[side].position, state[side].rotation));
      stage.bodies[side].setSelected(state.selected === side);
    }
    drawnPlanar = framing.isPlanar();
    const planar = isPlanarPair(state.A.shape, state.B.shape);
    const selected = state[state.selected];
    stage.setTool(state.mode, planar, state.mode !== 'scale' || hasSize(selected.shape));
    tools.setTarget({
      mode: state.mode,
      planar,
      selected: state.selected,
      position: selected.position,
      rotation: selected.rotation,
    });
    tools.setTips(
      state.layers.includes('velocities')
        ? SIDES.filter((side) => state[side].velocity.some((value) => value !== 0)).map((side) => ({
            side,
            at: velocityTip(state, side, framing.radius()),
          }))
        : [],
    );
    const times = motionTimes(state, answers);
    const isShown = times !== undefined && state.layers.includes('impact');
    for (const side of SIDES) stage.sweep.show(side, isShown ? sweptPoses(state, side, answers, times) : undefined);
    stage.setMarks(stageMarks(state, answers, framing.radius()));
    stage.setBounds(boundLines(now));
    toolbar.show(state);
    headline.show(now);
    timeline.show(state, times);
  };
  store.follow(['state', 'answers', 'built', 'pairs'], draw, signal);
  followTheme(() => draw(store.get()), signal);
}

function boundLines({ state, built }: PlayStore): number[] {
  const shown = VOLUMES.filter((name) => state.layers.includes(name));
  return SIDES.flatMap((side) => {
    const shape = built[side]?.shape;
    if (shape === undefined || shape.kind === 'halfspace' || shown.length === 0) return [];
    const at = createPose(state[side].position, state[side].rotation);
    return shown.flatMap((name) => BOUND_LINES[name](shape, at));
  });
}
