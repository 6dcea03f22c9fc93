import { expect, type Locator, type Page } from '@playwright/test'
import { type SimulateOptions, simulate, type VirtualStation } from '@stationmaster/simulator'

/** What the add-station wizard shows the person who sets a station up, read from the screen. */
export interface Instructions {
  backend: string
  id: string
  whole: string
  password: string
}

export interface DescribedConnector {
  type: string
  powerKw: number
}

/** Describes a station model in the wizard's form: one list of connectors for each EVSE. */
export async function describeModel(
  page: Page,
  names: { vendor: string; model: string },
  evses: readonly (readonly DescribedConnector[])[],
  press = (create: Locator): Promise<void> => create.click(),
): Promise<void> {
  await page.getByRole('button', { name: 'New model' }).click()
  await expect(page.getByRole('button', { name: 'Create the model' })).toBeDisabled()
  await page.getByLabel('Manufacturer').fill(names.vendor)
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill(names.model)
  for (const [at, connectors] of evses.entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Add an EVSE' }).click()
    const evse = page.getByRole('region', { name: `EVSE ${at + 1}` })
    for (const [place, { type, powerKw }] of connectors.entries()) {
      if (place > 0) await evse.getByRole('button', { name: 'Add a connector' }).click()
      const connector = evse.getByRole('group', { name: `Connector ${place + 1}` })
      if (at + place > 0) await expect(connector.getByLabel('Power, kW')).toBeFocused()
      await connector.getByRole('combobox', { name: 'Connector type' }).click()
      await page.getByRole('option', { name: type, exact: true }).click()
      await connector.getByLabel('Power, kW').fill(String(powerKw))
    }
  }
  await press(page.getByRole('button', { name: 'Create the model' }))
}

/** Confirms the station that the wizard proposes and reads how it connects. */
export async function confirmStation(page: Page, id?: string): Promise<Instructions> {
  if (id !== undefined) await page.getByLabel('Station ID').fill(id)
  await page.getByRole('button', { name: 'Continue' }).click()
  const shown = (label: string) => page.getByRole('textbox', { name: label, exact: true }).inputValue()
  return {
    backend: await shown('Backend URL'),
    id: await shown('Station ID'),
    whole: await shown('URL with the ID'),
    password: await shown('OCPP password'),
  }
}

/** A simulated station that was set up by what the wizard shows, nothing else. */
export function setUp(
  { backend, id, password }: Instructions,
  options: Pick<SimulateOptions, 'protocol' | 'connectors' | 'meterEveryMs' | 'patient'>,
): Promise<VirtualStation> {
  return simulate({ url: backend, stationId: id, password, ...options })
}
