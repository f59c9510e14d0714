import { hearSentences } from './text.ts'
import { translator } from './translator.ts'

// What the contract says on pages that the server renders; the build puts the language's `said-first.json` here.
hearSentences(translator({}))
