import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Media library', words: 'images videos search files unused', tab: 'media' },
  { title: 'Upload queue', words: 'resume progress', tab: 'media' },
]
