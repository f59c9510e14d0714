import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'groups.save': plain('changed the bot of the Telegram groups'),
  'groups.settle': plain('decided who stays in a Telegram group without access'),
  'groups.test': plain('tested the bot of the Telegram groups'),
}
