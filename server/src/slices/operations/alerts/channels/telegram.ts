import type { ChannelMeans } from './means.ts'

/** what the Bot API takes in one message */
const charactersMost = 4096

/** A message of a bot, as sendMessage of Telegram's Bot API has it; `base`: where the API is. */
export const telegramAt = (base: string): ChannelMeans => ({
  callOf: ({ target, secret }, { title, lines, link }) => ({
    url: `${base}/bot${secret}/sendMessage`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      chat_id: target,
      text: cut([title, ...lines], link),
      link_preview_options: { is_disabled: true },
    }),
  }),
})

/** The lines with the link below them; what is too much is left out before the link. */
function cut(lines: readonly string[], link: string): string {
  const room = charactersMost - link.length - 2
  const text = lines.join('\n')
  const shown = text.length <= room ? text : `${text.slice(0, room - 1)}…`
  return `${shown}\n\n${link}`
}
