import type { ServiceIcon as Name } from '@stationmaster/contract'
import {
  IconArmchair,
  IconCarGarage,
  IconCoffee,
  IconDroplets,
  IconGift,
  IconMoodKid,
  IconShoppingBag,
  IconTool,
  IconToolsKitchen2,
  IconVacuumCleaner,
  IconWheel,
  IconWifi,
  type Icon as TablerIcon,
} from './icons.ts'

const icons: Record<Name, TablerIcon> = {
  coffee: IconCoffee,
  food: IconToolsKitchen2,
  shop: IconShoppingBag,
  wash: IconDroplets,
  vacuum: IconVacuumCleaner,
  tyres: IconWheel,
  tools: IconTool,
  lounge: IconArmchair,
  wifi: IconWifi,
  kids: IconMoodKid,
  parking: IconCarGarage,
  gift: IconGift,
}

/** The picture of a kind of service; its name stands beside it. */
export function ServiceIcon({ name, size = 28 }: { name: Name; size?: number }) {
  const Icon = icons[name]
  return <Icon size={size} stroke={1.5} aria-hidden="true" />
}
