// wish -- what somebody asks of a tournament: whether it was granted.
import type { Requests } from "../table/messages";

export type Asked = "enter" | "join" | "withdraw" | "rest" | "pair" | "absent" | "correct" | "close";
export type Wish = <T extends Asked>(type: T, fields?: Omit<Requests[T], "tournament">) => Promise<boolean>;
