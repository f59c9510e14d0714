import { hearSentences } from './text.ts'
import { translator } from './translator.ts'

// What else server and contract say, mostly of what went wrong; the build puts the language's `said.json` here.
hearSentences(translator({}))
