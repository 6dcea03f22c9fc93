/** The key of a screen's link. It is behind the #, so that no server and no log sees it. */
export function readKey(hash: string): string | null {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('key')
  return key && /^wall_[\w-]+$/.test(key) ? key : null
}

/** A screen's link. */
export const linkOf = (key: string): string => `${window.location.origin}/wall#key=${key}`
