import { onSentences } from './text.ts'

// Sentences of the contract on server-rendered pages; the build inserts the language's `said-first.json` here.
onSentences({})
