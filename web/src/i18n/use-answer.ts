import { wordsOfAnswer } from '@stationmaster/contract'
import { useFormat } from './use-format.ts'

/** Says in the shown language with what a station answered a command. */
export function useAnswer(): (status: string) => string {
  const { language } = useFormat()
  return (status) => wordsOfAnswer(status)[language]
}
