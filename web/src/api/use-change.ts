import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isSecondClick } from '../ui/buttons/second-click.ts'
import { ApiError } from './calls/api-error.ts'
import { Idempotency } from './calls/idempotency.ts'

interface Options<D, V, C> extends Omit<UseMutationOptions<D, Error, V, C>, 'mutationFn'> {
  /** `idempotency` goes with the request: the server does it once, however often it is sent. */
  mutationFn: (variables: V, idempotency: Idempotency) => Promise<D>
}

/**
 * A mutation that runs once: a second call before the first has its answer, or by the second click of a double click, does
 * nothing. While the outcome is unknown the request keeps its idempotency keys, so that it may be sent again.
 */
export function useChange<D = unknown, V = void, C = unknown>({
  mutationFn,
  onSettled,
  ...options
}: Options<D, V, C>) {
  const busy = useRef(false)
  const idempotency = useRef<Idempotency>(undefined)
  const mutation = useMutation<D, Error, V, C>({
    ...options,
    mutationFn: (variables) => {
      idempotency.current ??= new Idempotency()
      return mutationFn(variables, idempotency.current)
    },
    onSettled: async (...settled) => {
      if (!isUnknown(settled[1])) idempotency.current = undefined
      try {
        await onSettled?.(...settled)
      } finally {
        busy.current = false
      }
    },
  })
  const { mutate, reset } = mutation
  const once = useCallback<typeof mutate>(
    (...variables) => {
      if (busy.current || isSecondClick()) return
      busy.current = true
      mutate(...variables)
    },
    [mutate],
  )
  const forget = useCallback(() => {
    busy.current = false
    idempotency.current = undefined
    reset()
  }, [reset])
  return { ...mutation, mutate: once, reset: forget }
}

/** Whether there was no answer, or one that does not say whether the change was made. */
const isUnknown = (error: Error | null) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
