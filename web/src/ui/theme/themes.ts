import { IconDeviceDesktop, IconMoon, IconSun } from '../pictures/icons.ts'

/** The choices of theme, each with its icon. */
export const themes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const
