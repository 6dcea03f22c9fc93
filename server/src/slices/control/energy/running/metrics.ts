import type { Answer } from '@stationmaster/energy'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What is watched of energy control from outside; no label names a location. */
export type EnergyMetrics = ReturnType<typeof openEnergyMetrics>

export function openEnergyMetrics(metrics: Registry, highest: () => number, sites: () => number) {
  const registers = [metrics]
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  new Gauge({
    name: 'energy_sites',
    help: 'Locations whose current this server shares out',
    registers,
    collect() {
      this.set(sites())
    },
  })
  new Gauge({
    name: 'energy_load_highest_ratio',
    help: 'The most loaded phase of all circuits of these locations, as measured, of what it may carry',
    registers,
    collect() {
      this.set(highest())
    },
  })
  const profiles = new Counter({
    name: 'energy_profiles_total',
    help: 'Charging profiles that were sent, by how they ended: accepted, refused, unknown',
    labelNames: ['answer'],
    registers,
  })
  return {
    granted: counter('energy_granted_wh_total', 'Energy that cars were given leave to take, Wh'),
    short: counter('energy_short_wh_total', 'Energy that cars could have taken beside it, Wh'),
    overload: counter(
      'energy_overload_seconds_total',
      'Seconds in which a circuit was measured to carry more than it may',
    ),
    safe: new Histogram({
      name: 'energy_safe_seconds',
      help: 'How long a station that went away may still draw more than its floor',
      buckets: [0, 15, 30, 60, 120, 180, 300, 600],
      registers,
    }),
    profile: (answer: Answer) => profiles.inc({ answer }),
  }
}
