/** Under which number this browser gets notices of incidents. */
const key = 'stationmaster.notices.staff'

export const thisBrowser = {
  read: (): number | null => Number(localStorage.getItem(key)) || null,
  keep: (id: number) => localStorage.setItem(key, String(id)),
}
