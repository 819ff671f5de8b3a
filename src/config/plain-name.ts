const PLAIN = /^[a-z0-9-]{1,64}$/;
/** Names that Windows keeps for devices, whatever follows a dot: what is named here may travel. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Whether a name can be part of a path on every system without leading anywhere else (00-product "Files"). */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name) && !DEVICE.test(name);
}
