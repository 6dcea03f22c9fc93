import { type Call, contract } from '@stationmaster/contract'
import type { z } from 'zod'

/** What a call takes; parts that it does not have are left out. */
export interface Sent<C extends Call> {
  params?: z.input<C['params']>
  query?: z.input<C['query']>
  body?: z.input<C['body']>
  /** the one file of an upload */
  file?: { name: string; bytes: Buffer }
}

const accounts = {
  administrator: 'administrator@demo.stationmaster.example',
  manager: 'manager@demo.stationmaster.example',
  operator: 'operator@demo.stationmaster.example',
  accounter: 'accounter@demo.stationmaster.example',
  developer: 'developer@demo.stationmaster.example',
} as const

export type Account = keyof typeof accounts

/** E-mail and password of a demo account. */
export const credentials = (account: Account) => ({ email: accounts[account], password: 'demo-pass-1' })

/** A person who uses the public interface without a browser. */
export class Person {
  private constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  static async signIn(url: string, account: Account): Promise<Person> {
    return new Person(url, (await logIn(url, account)).access_token)
  }

  /** Somebody who is not signed in. */
  static stranger(url: string): Person {
    return new Person(url, '')
  }

  /** Makes a call of the contract; rejects with the status and the answer when it is not a good one. */
  async call<C extends Call>(
    call: C,
    { params, query, body, file }: Sent<C> = {},
  ): Promise<z.output<C['answer']>> {
    const values = new Map(Object.entries(params ?? {}))
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(values.get(name))),
    )
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const answer = await fetch(`${this.url}/api/v1/${path}?${search}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: formOf(file) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${call.method} ${path}: ${answer.status} ${text}`)
    const value = call.text || call.file ? text : text === '' ? undefined : JSON.parse(text)
    return call.answer.parse(value) as z.output<C['answer']>
  }

  /** Asks the GraphQL endpoint; rejects with its errors. */
  async ask<T>(query: string): Promise<T> {
    const answer = await fetch(`${this.url}/api/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const { data, errors } = (await answer.json()) as { data: T; errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
}

function formOf({ name, bytes }: { name: string; bytes: Buffer }): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

/** Begins a session of a demo account. */
export const logIn = (url: string, account: Account) =>
  Person.stranger(url).call(contract.auth.logIn, { body: credentials(account) })
