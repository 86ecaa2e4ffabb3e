// Addresses that hold a deal in their fragment.
// @ts-check

/** What a sentence puts behind an address, and letters that nobody sees. */
const BEHIND = /[\s.,;:!?)\]>}'"\u200b-\u200d\u2060\ufeff]+$/;

/**
 * A short sum of what a link holds (FNV-1a), by which a link is known that was cut or changed on its way.
 * @param {URLSearchParams} values
 */
function sum(values) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify([...values]))) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(36);
}

/**
 * The fragment that holds these values. The sum comes first, so that what is cut off at the end is missed.
 * @param {Record<string, string>} held
 */
export function fragment(held) {
  const values = new URLSearchParams(held);
  // Mail programs and messengers change a plus sign; they leave %20 alone.
  return `sum=${sum(values)}&${values.toString().replaceAll("+", "%20")}`;
}

/**
 * What a fragment holds, and whether it is all that was put there. One written by hand needs no sum.
 * @param {string} text
 */
export function read(text) {
  const values = new URLSearchParams(text.replace(BEHIND, ""));
  const told = values.get("sum");
  values.delete("sum");
  return { values, whole: told === null || told === sum(values) };
}

/**
 * What a pasted link holds in its fragment, though it was wrapped or stands in brackets; null for any other text.
 * @param {string} text
 */
export function readPasted(text) {
  const found = /^\s*<?\w+:\/\/[^\s#]*#([^]+)$/.exec(text);
  return found && read(found[1].replace(/\s*\n\s*/g, ""));
}
