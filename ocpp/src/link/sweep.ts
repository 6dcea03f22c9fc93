const everyMs = 100

export interface Swept {
  /** Looks at its deadlines; false when it has none left. */
  sweep(nowMs: number): boolean
}

/** One timer for all deadlines: it runs while there is one, and checks ten times a second. */
export class Sweep {
  private readonly members = new Set<Swept>()
  private timer: NodeJS.Timeout | null = null

  add(member: Swept): void {
    this.members.add(member)
    this.timer ??= setInterval(() => this.look(), everyMs)
  }

  private look(): void {
    const nowMs = Date.now()
    for (const member of this.members) if (!member.sweep(nowMs)) this.members.delete(member)
    if (this.members.size > 0 || !this.timer) return
    clearInterval(this.timer)
    this.timer = null
  }
}
