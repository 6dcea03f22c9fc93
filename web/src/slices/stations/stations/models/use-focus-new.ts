import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the empty power field of what was added last, so that a model can be typed without the mouse: `expect`
 * is called with the addition, `count` says when it is there.
 */
export function useFocusNew(count: number): {
  list: RefObject<HTMLDivElement | null>
  expect: () => void
} {
  const list = useRef<HTMLDivElement>(null)
  const expected = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks when the count has changed
  useEffect(() => {
    if (!expected.current) return
    expected.current = false
    const fields = list.current?.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')
    fields?.item(fields.length - 1)?.focus()
  }, [count])
  return {
    list,
    expect: () => {
      expected.current = true
    },
  }
}
