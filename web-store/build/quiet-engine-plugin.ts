import type { Plugin } from 'vite'

const SAID = /^\s*(?:this|(?:this\.)?(?:hls\.)?logger)\.(?:log|warn|debug|info|error)\(.*\);$/gm

/** Replaces each by an empty statement, so that a branch with nothing else stays valid. */
export const withoutSentences = (code: string): string => code.replace(SAID, ';')

/** Removes the video engine's log statements, a tenth of its size. */
export function quietEngine(): Plugin {
  return {
    name: 'quiet-engine',
    apply: 'build',
    transform: {
      filter: { id: /\/hls\.light\.mjs$/ },
      handler: (code) => ({ code: withoutSentences(code), map: null }),
    },
  }
}
