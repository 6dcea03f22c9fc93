import { session } from '../../../../api/session.ts'

/** What was typed into the steps and not sent, until the application is loaded again; never card data. */
const drafts = new Map<string, object>()

/** What one person typed is not there for the next. */
let person = session.get()?.manager?.id
session.subscribe(() => {
  const next = session.get()?.manager?.id
  if (next !== person) drafts.clear()
  person = next
})

/** What was typed into a form before, over its blank values. */
export const draftOf = <V extends object>(form: string, blank: V): V => ({ ...blank, ...drafts.get(form) })

export const keepDraft = (form: string, values: object): void => void drafts.set(form, values)

export const forgetDraft = (form: string): void => void drafts.delete(form)
