import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isSecondClick } from '../ui/second-click.ts'
import { ApiError } from './api-error.ts'

interface Options<D, V, C> extends Omit<UseMutationOptions<D, Error, V, C>, 'mutationFn'> {
  /** `key` names the wish: the server does what comes with it once, however often it is sent. */
  mutationFn: (variables: V, key: string) => Promise<D>
}

/**
 * A mutation that is made once: asked for again before its answer is dealt with, or by the second click of a double click, it
 * does nothing. The key stays the same while nobody knows what became of the wish, so that it may be sent again.
 */
export function useChange<D = unknown, V = void, C = unknown>({
  mutationFn,
  onSettled,
  ...options
}: Options<D, V, C>) {
  const busy = useRef(false)
  const key = useRef<string>(undefined)
  const mutation = useMutation<D, Error, V, C>({
    ...options,
    mutationFn: (variables) => {
      key.current ??= drawKey()
      return mutationFn(variables, key.current)
    },
    onSettled: async (...settled) => {
      if (!isUnknown(settled[1])) key.current = undefined
      try {
        await onSettled?.(...settled)
      } finally {
        busy.current = false
      }
    },
  })
  const { mutate, reset } = mutation
  const once = useCallback<typeof mutate>(
    (...wish) => {
      if (busy.current || isSecondClick()) return
      busy.current = true
      mutate(...wish)
    },
    [mutate],
  )
  const forget = useCallback(() => {
    busy.current = false
    key.current = undefined
    reset()
  }, [reset])
  return { ...mutation, mutate: once, reset: forget }
}

/** No answer came, or none that says how far it got. */
const isUnknown = (error: Error | null) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

const drawKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
