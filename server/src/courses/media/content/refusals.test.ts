import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A sentence that begins with the problem; `${…}` may hold quotes of its own. */
const SENTENCE = /['`]((?:This|That|The|A|Two|Some|Something) (?:\$\{[^}]*\}|[^'`])+)['`]/g
const NEXT_STEP = /[.!] (?:Take|Create|Give|Move|Put|Split|Unpack|Print|Export|Save|Upload|Choose|Send) /

const sources = globSync('../../../../{src/courses/media/content,contract}/{*/,}*.ts', { cwd: import.meta.dirname })

it('each refusal of a file names the problem and the next step', () => {
  const files = sources.filter((file) => /media\/content\/(?!.*\.test)|decode-text\.ts$/.test(file))
  const sentences = files.flatMap((file) => {
    const source = readFileSync(new URL(file, `file://${import.meta.dirname}/`), 'utf8')
    // Next steps that several sentences share.
    const shared = new Map([...source.matchAll(/const (\w+) = '([^']+)'/g)].map(([, name, text]) => [name, text]))
    return [...source.matchAll(SENTENCE)].map(([, text = '']) =>
      text.replace(/\$\{(\w+)\}/g, (written, name: string) => shared.get(name) ?? written),
    )
  })
  expect(sentences.length).toBeGreaterThan(25)
  expect(sentences.filter((text) => !NEXT_STEP.test(text))).toEqual([])
})
