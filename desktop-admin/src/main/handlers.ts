import type { IpcMain, IpcMainInvokeEvent, Session } from 'electron'
import { z } from 'zod'
import { channels, type DesktopBridge, MENU_HEADINGS } from '../bridge.ts'
import { MAX_PICKED } from './picked-files.ts'
import { isOurs } from './window-guards.ts'

const Kind = z.enum(['image', 'video', 'media', 'any'])
const Path = z.string().min(1).max(4_096)
const Address = z.string().max(300)
const none = z.tuple([])

/** The arguments of each call, because the page is not trusted. */
const argumentsOf = {
  info: none,
  pickFiles: z.tuple([z.strictObject({ kind: Kind, multiple: z.boolean() })]),
  pickFolders: z.tuple([z.strictObject({ kind: Kind })]),
  // The preload turns dropped files into paths; the page cannot name one.
  takeDropped: z.tuple([z.array(Path).max(MAX_PICKED), z.strictObject({ kind: Kind })]),
  findPicked: z.tuple([z.uuid()]),
  forgetPicked: z.tuple([z.array(z.uuid()).max(MAX_PICKED)]),
  readSession: none,
  writeSession: z.tuple([z.string().max(20_000).nullable()]),
  copyText: z.tuple([z.string().max(100_000)]),
  openExternal: z.tuple([z.string().max(2_000)]),
  showProgress: z.tuple([
    z
      .strictObject({
        fraction: z.number().min(0).max(1),
        failed: z.boolean(),
        files: z.number().int().min(0).max(1_000_000),
      })
      .nullable(),
  ]),
  notify: z.tuple([z.strictObject({ title: z.string().min(1).max(200), body: z.string().max(1_000) })]),
  checkShop: z.tuple([Address]),
  chooseServer: z.tuple([Address]),
  openShop: z.tuple([Address]),
  removeShop: z.tuple([Address]),
  state: none,
  update: z.tuple([z.enum(['download', 'restart'])]),
  takeScreen: none,
  openMenu: z.tuple([
    z.strictObject({
      index: z
        .number()
        .int()
        .min(0)
        .max(MENU_HEADINGS.length - 1),
      x: z.number().int().min(0).max(20_000),
      y: z.number().int().min(0).max(20_000),
    }),
  ]),
} satisfies Record<keyof typeof channels, z.ZodType>

type Call = keyof typeof channels
type Answer<C extends Call> = ReturnType<DesktopBridge[C]>
export type ShellCalls = { [C in Call]: (...args: z.output<(typeof argumentsOf)[C]>) => Answer<C> | Awaited<Answer<C>> }

/**
 * Connects the calls with their channels. Refuses calls from anywhere but the top frame of our own page, or with
 * invalid arguments. `callsOf` returns the calls of the page's own shop, which its storage decides: a page reaches no
 * other shop's files or login.
 */
export function handleCalls(
  ipcMain: Pick<IpcMain, 'handle'>,
  callsOf: (storage: Session) => ShellCalls | undefined,
): void {
  for (const name of Object.keys(channels) as Call[]) {
    ipcMain.handle(channels[name], (event, ...input: unknown[]) => {
      const work = callsOf(event.sender.session)?.[name] as ((...args: unknown[]) => unknown) | undefined
      if (!work || !isOurPage(event)) throw new Error(`${name}: not from this page`)
      const args = argumentsOf[name].safeParse(input)
      if (!args.success) throw new Error(`${name}: ${args.error.issues[0]?.message ?? 'wrong arguments'}`)
      return work(...args.data)
    })
  }
}

function isOurPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url)
}
