// room -- how much of it the window has: the shape of the whole screen follows from these.
export class Room {
  width = $state(innerWidth);
  height = $state(innerHeight);
  desktop = $derived(this.width >= 1024 && this.height >= 480); // a rail beside the board, a frame round it
  landscape = $derived(this.height < 480 && this.width >= 640); // a phone on its side
  wide = $derived(this.desktop && this.width >= 1680); // the log has a place of its own
}
