import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'letters',
    label: 'Emails',
    place: 'grow',
    at: 250,
    roles: ['editor'],
    file: 'letters/LettersTab.tsx',
    words: 'emails newsletter campaign broadcast whatsapp automatic sequence',
  }),
  defineTab({
    id: 'letter',
    label: 'Letter',
    place: 'under letters',
    at: 260,
    roles: ['editor'],
    file: 'letters/LetterTab.tsx',
    words: '',
  }),
  defineTab({
    id: 'sequence',
    label: 'Automatic letters',
    place: 'under letters',
    at: 270,
    roles: ['editor'],
    file: 'letters/SequenceTab.tsx',
    words: '',
  }),
] as const
