/** Under which number this browser gets the notices of a driver's sessions. */
const key = 'stationmaster.notices.driver'

export const thisDevice = {
  read: (): number | null => Number(localStorage.getItem(key)) || null,
  keep: (id: number) => localStorage.setItem(key, String(id)),
  forget: () => localStorage.removeItem(key),
}
