// window -- how large the window is: the shape of the whole screen follows from it. In em, as in the style sheets: larger letters
// leave less space.
export class WindowSize {
  width = $state(innerWidth);
  height = $state(innerHeight);
  desktop = $derived.by(() => this.#has("(min-width: 64em) and (min-height: 30em)")); // a rail beside the board, a frame round it
  landscape = $derived.by(() => this.#has("(max-height: 29.99em) and (min-width: 40em)")); // a phone on its side
  wide = $derived.by(() => this.desktop && this.#has("(min-width: 105em)")); // the log has a place of its own

  #has(query: string): boolean {
    void [this.width, this.height];
    return matchMedia(query).matches;
  }
}
