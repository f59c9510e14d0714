/** The network that the client is in: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function networkOf(client: string): string {
  return client.includes(':') ? client.split(':', 3).join(':') : client.split('.', 3).join('.')
}
