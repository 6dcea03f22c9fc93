import type { Language } from '@stationmaster/contract'
import { fill, texts } from '../../i18n/index.ts'
import type { MailText } from './mail-text.ts'

/** A mail ready to go: subject, plain text, and the same as HTML. */
export interface LetterTexts {
  subject: string
  text: string
  html: string
}

/** Puts values into a mail's text; `link`, where there is one, becomes the button. */
export function renderLetter(
  mail: MailText,
  language: Language,
  values: Record<string, string>,
): LetterTexts {
  const filled = (text: string) => fill(text, values)
  const subject = filled(mail.subject)
  const before = mail.before.map(filled)
  const after = mail.after.map(filled)
  const action = mail.button && values.link ? { label: filled(mail.button), link: values.link } : null
  const lines = [subject, ...before, ...(action ? [`${action.label}:\n${action.link}`] : []), ...after]
  return {
    subject,
    text: `${lines.join('\n\n')}\n\n-- \nStationmaster\n`,
    html: htmlOf({ language, subject, before, action, after }),
  }
}

interface Page {
  language: Language
  subject: string
  before: string[]
  action: { label: string; link: string } | null
  after: string[]
}

/** One card on a light ground; mail programs know tables and inline styles only, and load no pictures. */
function htmlOf({ language, subject, before, action, after }: Page): string {
  const title = escaped(subject)
  const paragraph = (style: string) => (text: string) =>
    `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`
  const parts = [
    ...before.map(paragraph('color:#12161d;white-space:pre-line')),
    ...(action ? [buttonOf(action)] : []),
    ...(action ? [copyOf(texts[language].mailFrame.copy, action.link)] : []),
    ...after.map(paragraph('font-size:13px;line-height:20px;color:#6a7485')),
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:#f6f7f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font:15px/24px Inter,'Segoe UI',system-ui,-apple-system,sans-serif">
<tr><td style="padding:0 0 16px 4px;font-weight:600;color:#12161d"><span style="color:#5e5ce6">&#9679;</span>&nbsp; Stationmaster</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e6e9ef;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#12161d">${title}</h1>
${parts.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const buttonOf = ({ label, link }: { label: string; link: string }) =>
  `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#5e5ce6;color:#ffffff;font-weight:500;text-decoration:none">${escaped(label)}</a></p>`

const copyOf = (copy: string, link: string) =>
  `<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#6a7485">${escaped(copy)}<br><a href="${escaped(link)}" style="color:#4b49c9;word-break:break-all">${escaped(link)}</a></p>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
