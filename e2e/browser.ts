import type { PlaywrightTestConfig } from '@playwright/test'

/** Playwright's own list, which ours replaces, and the two pages that a Chromium with windows keeps ready behind each of ours. */
const unneeded = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning'],
  ...['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'],
]

/** How every browser of ours is started: the system's Chromium, talking to nobody but the server under test. */
export const browser: NonNullable<PlaywrightTestConfig['use']> = {
  browserName: 'chromium',
  headless: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Moscow',
  // no test is about animations, and each click would wait for them to end
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // a page lives for seconds: compiling what it runs often costs more than that saves
      '--js-flags=--no-maglev,--no-opt',
      `--disable-features=${unneeded.join()}`,
    ],
  },
}
