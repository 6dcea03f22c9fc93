import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isSecondClick } from '../ui/buttons/second-click.ts'
import { ApiError } from './calls/api-error.ts'
import { Wish } from './wish.ts'

interface Options<D, V, C> extends Omit<UseMutationOptions<D, Error, V, C>, 'mutationFn'> {
  /** `wish` goes with the request: the server does it once, however often it is sent. */
  mutationFn: (variables: V, wish: Wish) => Promise<D>
}

/**
 * A mutation that is made once: asked for again before its answer is dealt with, or by the second click of a double click, it
 * does nothing. The wish stays the same while nobody knows what became of it, so that it may be sent again.
 */
export function useChange<D = unknown, V = void, C = unknown>({
  mutationFn,
  onSettled,
  ...options
}: Options<D, V, C>) {
  const busy = useRef(false)
  const wish = useRef<Wish>(undefined)
  const mutation = useMutation<D, Error, V, C>({
    ...options,
    mutationFn: (variables) => {
      wish.current ??= new Wish()
      return mutationFn(variables, wish.current)
    },
    onSettled: async (...settled) => {
      if (!isUnknown(settled[1])) wish.current = undefined
      try {
        await onSettled?.(...settled)
      } finally {
        busy.current = false
      }
    },
  })
  const { mutate, reset } = mutation
  const once = useCallback<typeof mutate>(
    (...asked) => {
      if (busy.current || isSecondClick()) return
      busy.current = true
      mutate(...asked)
    },
    [mutate],
  )
  const forget = useCallback(() => {
    busy.current = false
    wish.current = undefined
    reset()
  }, [reset])
  return { ...mutation, mutate: once, reset: forget }
}

/** No answer came, or none that says how far it got. */
const isUnknown = (error: Error | null) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
