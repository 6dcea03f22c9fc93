import { contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { loadManager } from '../session-actions.ts'

const baseKey = ['second-factor'] as const

/** Whether the own log-in asks for a code. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: baseKey,
    queryFn: ({ signal }) => request(contract.secondFactor.get, {}, signal),
  })

/** Loads it again, together with the session's manager. */
export function useSecondFactorChanged() {
  const client = useQueryClient()
  return () => Promise.all([client.invalidateQueries({ queryKey: baseKey }), loadManager()])
}

const proof = (current_password?: string) => ({ body: { current_password } })

export const beginSecondFactor = (currentPassword?: string) =>
  request(contract.secondFactor.begin, proof(currentPassword))

export const confirmSecondFactor = async (code: string): Promise<string[]> =>
  (await request(contract.secondFactor.confirm, { body: { code } })).recovery_codes

export const renewRecoveryCodes = async (currentPassword?: string): Promise<string[]> =>
  (await request(contract.secondFactor.renewCodes, proof(currentPassword))).recovery_codes

export const removeSecondFactor = (currentPassword?: string) =>
  request(contract.secondFactor.remove, proof(currentPassword))
