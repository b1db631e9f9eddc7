// chronicle -- the log's lines: what happened, one sentence each, a tile and its figure in one.
import type { GameEvent } from "./engine/types";
import { small, t } from "./lang/index.svelte";
import type { Moment } from "./show.svelte";
import { featureAt, name, place, role, sentence, type Context } from "./words";

export interface Line {
  key: string;
  step: number;
  turn: number;
  seat: number;
  text: string;
  event: GameEvent | null;
  points: number;
  scoring: boolean;
}

export function chronicle(moments: Moment[], upto: number, context: Context): Line[] {
  const lines: Line[] = [];
  let laid: Line | null = null;
  for (let step = 0; step <= upto && step < moments.length; step++) {
    const moment = moments[step];
    moment.events.forEach((event, i) => {
      const turn = step === 0 ? moment.next : moment.turn;
      const line: Line = {
        key: `${step}.${i}`,
        step,
        turn,
        seat: event.seat,
        text: "",
        event,
        points: 0,
        scoring: false,
      };
      if (event.kind === "lay") {
        line.text = t("event.lay", { name: name(context, event.seat), place: place(event) });
        laid = line;
      } else if (event.kind === "put" && laid && laid.seat === event.seat && laid.turn === turn) {
        const feature = featureAt(context, event.x!, event.y!, event.segment!);
        laid.text = t("event.layput", {
          name: name(context, event.seat),
          place: place(event),
          what: small(t(`to.${feature || "tower"}`, { piece: role(event.figure, feature) })),
        });
        laid = null;
        return;
      } else {
        line.text = sentence(event, context);
        if (event.kind === "score") {
          line.points = event.points ?? 0;
          line.scoring = true;
        }
      }
      if (line.text) lines.push(line);
    });
  }
  return lines;
}
