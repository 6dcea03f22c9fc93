import type { HelpConfig, LinkName } from '@stationmaster/contract'

export interface OuterLink {
  name: LinkName
  url: string
}

export const productLinks = ['mobile_app', 'management_system', 'charging_station'] as const
export const aboutLinks = ['blog', 'team', 'contact'] as const

/** Those of the links that the operator has set; nothing leads nowhere. */
export const setLinks = (config: HelpConfig | undefined, names: readonly LinkName[]): OuterLink[] =>
  names.flatMap((name) => {
    const url = config?.links[name]
    return url ? [{ name, url }] : []
  })
