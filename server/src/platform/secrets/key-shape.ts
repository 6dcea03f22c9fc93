/** API keys within a text, whole or wrong: what scanners for secrets look for (docs/api.md#api-keys). */
const keys = /sm_live_([0-9a-z]{8})_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/g

/** A text as logs, the journal and the audit log may keep it: of a key only what is no secret. */
export const withoutKeys = (text: string): string =>
  text.includes('sm_live_') ? text.replaceAll(keys, 'sm_live_$1_***') : text
