// thinker.ts -- asks the computer players' worker, and can stop it: a thought that is no longer wanted ends with its worker.

import { compile } from "./engine";
import type { Candidate, StepReview, Whole } from "./types";
import type { Answer, Request } from "./worker";

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

/** The players' module: fetched and compiled once for all workers of this page, when the first of them is wanted. */
let module: Promise<WebAssembly.Module> | null = null;
function thinking(): Promise<WebAssembly.Module> {
  return (module ??= compile(new URL("./think.wasm", import.meta.url)).catch((fault: unknown) => {
    module = null; // the line may be there again later
    throw fault;
  }));
}

export class Thinker {
  private worker: Worker | null = null;
  private next = 1;
  private waiting = new Map<number, { done: (answer: Answer) => void; failed: (why: Error) => void }>();

  /** Have the worker ready: its file is fetched now, and not when a move is waited for. */
  wake(): void {
    this.worker ??= this.start();
  }
  async choose(record: string, computer: string, ms: number, seed: number): Promise<string> {
    return (await this.ask({ what: "choose", record, computer, ms, seed })).action ?? "";
  }
  async analyse(record: string, ms: number, max: number): Promise<Candidate[]> {
    return (await this.ask({ what: "analyse", record, ms, max })).candidates ?? [];
  }
  async lines(record: string, ms: number, max: number, seed: number): Promise<Whole[]> {
    return (await this.ask({ what: "lines", record, ms, max, seed })).lines ?? [];
  }
  async win(record: string, seat: number, ms: number): Promise<number> {
    return (await this.ask({ what: "win", record, seat, ms })).win ?? 0.5;
  }
  async review(
    head: string,
    texts: string[],
    action: string,
    next: string,
    playouts: number,
  ): Promise<StepReview> {
    return (await this.ask({ what: "review", head, texts, action, next, playouts })).review ?? {};
  }
  /** Forget every question; their promises fail with "stopped". */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { failed } of this.waiting.values()) failed(new Error("stopped"));
    this.waiting.clear();
  }

  private start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (message: MessageEvent<Answer>) => {
      const question = this.waiting.get(message.data.id);
      this.waiting.delete(message.data.id);
      if (message.data.error) question?.failed(new Error(message.data.error.text));
      else question?.done(message.data);
    };
    worker.onerror = (fault) => this.fail(worker, fault.message);
    thinking().then(
      (module) => worker.postMessage({ id: 0, what: "module", module } satisfies Request),
      (fault: unknown) => this.fail(worker, String(fault)),
    );
    return worker;
  }
  /** Nothing more comes from this worker. */
  private fail(worker: Worker, why: string): void {
    worker.terminate();
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { failed } of this.waiting.values()) failed(new Error(why || "the computer player stopped"));
    this.waiting.clear();
  }
  private ask(question: Ask): Promise<Answer> {
    const worker = (this.worker ??= this.start()),
      id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      worker.postMessage({ ...question, id });
    });
  }
}
