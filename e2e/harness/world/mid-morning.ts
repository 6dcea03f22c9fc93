/** A zone where it is ten in the morning: nothing falls on another day, and the day is that of UTC. */
export function midMorning(): string {
  const west = new Date().getUTCHours() - 10
  return west < 0 ? `Etc/GMT${west}` : `Etc/GMT+${west}`
}
