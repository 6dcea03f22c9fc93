import { forms } from './forms.ts'
import { frames } from './frames.ts'
import { graphql } from './graphql.ts'
import { http } from './http.ts'
import { imports } from './imports.ts'
import { sheets } from './sheets.ts'
import type { Attack } from './target.ts'
import { uploads } from './uploads.ts'

/** How each part of the server is attacked, and by how many at once. */
export const attacks: Record<AttackName, { attack: Attack; many: number }> = {
  frames: { attack: frames, many: 4 },
  http: { attack: http, many: 3 },
  graphql: { attack: graphql, many: 1 },
  imports: { attack: imports, many: 1 },
  uploads: { attack: uploads, many: 2 },
  forms: { attack: forms, many: 1 },
  sheets: { attack: sheets, many: 1 },
}

export const attackNames = ['frames', 'http', 'graphql', 'imports', 'uploads', 'forms', 'sheets'] as const
export type AttackName = (typeof attackNames)[number]
