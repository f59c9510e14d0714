import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { BrowserWindow } from './window.ts'

type Template = {
  role?: string
  label?: string
  id?: string
  type?: string
  accelerator?: string
  enabled?: boolean
  visible?: boolean
  checked?: boolean
  submenu?: Template[] | Menu
  click?: (item: MenuItem, window: unknown, event: object) => void
  registerAccelerator?: boolean
  sublabel?: string
  toolTip?: string
}

const EDIT = ['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'delete', 'selectAll']
/** Items of the menus that are a role; Electron ignores the case of a role's name. */
const MENUS: Record<string, string[]> = {
  appmenu: ['about', 'separator', 'hide', 'quit'],
  editmenu: EDIT,
  windowmenu: ['minimize', 'close'],
  filemenu: ['quit'],
}
const KEYS: Record<string, string> = {
  undo: 'CommandOrControl+Z',
  cut: 'CommandOrControl+X',
  copy: 'CommandOrControl+C',
  paste: 'CommandOrControl+V',
  selectall: 'CommandOrControl+A',
  resetzoom: 'CommandOrControl+0',
  zoomin: 'CommandOrControl+Plus',
  zoomout: 'CommandOrControl+-',
  quit: 'CommandOrControl+Q',
  close: 'CommandOrControl+W',
  togglefullscreen: 'F11',
}
type Focused = InstanceType<typeof BrowserWindow> | undefined
const ROLES: Record<string, (window: Focused) => void> = {
  quit: () => app.quit(),
  close: (window) => window?.close(),
  minimize: (window) => window?.minimize(),
  resetzoom: (window) => window?.webContents.setZoomLevel(0),
  zoomin: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + 0.5),
  zoomout: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - 0.5),
  reload: (window) => window?.webContents.reload(),
  ...Object.fromEntries(
    (['copy', 'cut', 'paste', 'undo', 'redo'] as const).map((role) => [
      role,
      (window: Focused) => window?.webContents[role](),
    ]),
  ),
  selectall: (window) => window?.webContents.selectAll(),
}

export class MenuItem {
  readonly id: string | undefined
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly template: Template
  label: string
  enabled: boolean
  visible: boolean
  checked: boolean
  constructor(template: Template) {
    const role = template.role?.toLowerCase()
    const below =
      template.submenu ??
      (role ? MENUS[role]?.map((one) => (one === 'separator' ? { type: one } : { role: one })) : undefined)
    this.template = template
    this.id = template.id
    this.role = role
    this.label = template.label ?? template.role ?? ''
    this.accelerator = template.accelerator ?? KEYS[role ?? '']
    this.enabled = template.enabled ?? true
    this.visible = template.visible ?? true
    this.checked = template.checked ?? false
    this.submenu = below instanceof Menu ? below : below && Menu.buildFromTemplate(below)
    this.type = template.type ?? (below ? 'submenu' : 'normal')
  }
  click(event: object = {}, window: Focused = BrowserWindow.getFocusedWindow() ?? undefined): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.role && ROLES[this.role]) ROLES[this.role]?.(window)
    else this.template.click?.(this, window, event)
  }
}

let applicationMenu: Menu | null = null
export class Menu extends EventEmitter {
  readonly items: MenuItem[] = []
  /** The menu that was opened last by `popup`, as the owner sees it. */
  static shown: Menu | null = null
  static buildFromTemplate(template: (Template | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const one of template) menu.append(one instanceof MenuItem ? one : new MenuItem(one))
    return menu
  }
  static setApplicationMenu(menu: Menu | null) {
    applicationMenu = menu
  }
  static getApplicationMenu = () => applicationMenu
  append(item: MenuItem) {
    this.items.push(item)
  }
  insert(at: number, item: MenuItem) {
    this.items.splice(at, 0, item)
  }
  getMenuItemById(id: string): MenuItem | null {
    return this.all().find((item) => item.id === id) ?? null
  }
  popup() {
    Menu.shown = this
    this.emit('menu-will-show')
  }
  closePopup() {
    Menu.shown = null
  }
  all(): MenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])])
  }
}

type Key = { key: string; ctrl: boolean; alt: boolean; shift: boolean; meta: boolean }
const NAMES: Record<string, string> = {
  left: 'arrowleft',
  right: 'arrowright',
  up: 'arrowup',
  down: 'arrowdown',
  plus: '+',
  space: ' ',
  esc: 'escape',
}

// Presses the item of the application menu that has this key.
app.on('-unused-key', ({ key, ctrl, alt, shift, meta }: Key) => {
  const isMac = process.platform === 'darwin'
  const fits = (accelerator: string) => {
    const parts = accelerator.toLowerCase().split('+').filter(Boolean)
    const last = parts.pop() ?? ''
    const either = parts.some((part) => /^(cmdorctrl|commandorcontrol)$/.test(part))
    const wants = (names: RegExp, also: boolean) => parts.some((part) => names.test(part)) || also
    return (
      (NAMES[last] ?? last) === key.toLowerCase() &&
      ctrl === wants(/^(ctrl|control)$/, either && !isMac) &&
      meta === wants(/^(cmd|command|super|meta)$/, either && isMac) &&
      alt === wants(/^(alt|option)$/, false) &&
      shift === wants(/^shift$/, false)
    )
  }
  applicationMenu
    ?.all()
    .find(({ accelerator, template }) => accelerator && template.registerAccelerator !== false && fits(accelerator))
    ?.click({ triggeredByAccelerator: true })
})
