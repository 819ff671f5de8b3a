/** Metres of water under the keel that a ship needs. */
const CLEARANCE = 0.5;

// todo: the harbour master asks for more clearance than this.
export function mayEnter(draught: number, depth: number): boolean {
  return depth - draught >= CLEARANCE;
}
