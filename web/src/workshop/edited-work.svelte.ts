// A work in its editor: every change is kept at once, and can be taken back.
import { begun, changed, redone, undone, type EditHistory } from "./edit-history";
import { shelve, type ShelfTrouble, type Work } from "./shelf";

export class EditedWork<W extends Work, Content> {
  work = $state.raw() as W;
  trouble = $state<ShelfTrouble | null>(null);
  private history = $state.raw() as EditHistory<Content>;

  /** `written`: the work with another content. */
  constructor(
    work: W,
    content: Content,
    private readonly written: (work: W, content: Content) => W,
  ) {
    this.work = work;
    this.history = begun(content);
  }

  get content(): Content {
    return this.history.now;
  }

  get undoable(): boolean {
    return this.history.past.length > 0;
  }

  get redoable(): boolean {
    return this.history.future.length > 0;
  }

  readonly change = (content: Content): void => this.go(changed(this.history, content));
  readonly undo = (): void => this.go(undone(this.history));
  readonly redo = (): void => this.go(redone(this.history));

  /** Keep the work as it is given; what is too long is refused, so that the work stays as it was. */
  keep(next: W): boolean {
    const work = { ...next, changed: Date.now() };
    this.trouble = shelve(work);
    if (this.trouble === "long") return false;
    this.work = work;
    return true;
  }

  private go(next: EditHistory<Content>): void {
    if (next.now !== this.history.now && this.keep(this.written(this.work, next.now))) this.history = next;
  }
}
