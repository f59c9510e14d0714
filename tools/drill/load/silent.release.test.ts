// Release: 600 connections that read nothing, for 30 s, beside another student and a bare server.

import { expect, inject, test } from 'vitest'
import { drillSilent } from './silent.ts'

test.skipIf(process.platform !== 'linux')(
  'F11: 600 connections that request large public answers and read nothing are closed within 15 s, and slow nobody down',
  { timeout: 180_000 },
  async () => {
    const { serverUrl, template } = inject('testDatabase')
    const { violations, ...figures } = await drillSilent(
      { serverUrl, prefix: template.replace('_template', '_silent') },
      600,
    )
    console.info(figures)
    expect(violations).toEqual([])
  },
)
