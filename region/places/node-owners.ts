const firstSlots = 1024

/**
 * Owner of each node, and its rank in the order of first visits. A hash table with open addressing: most nodes have
 * one owner, and a `Map` needs an object for each id above 2^31.
 */
export class NodeOwners {
  /** Node of each slot; NaN if the slot is free. */
  #nodes = new Float64Array(firstSlots).fill(Number.NaN)
  #owners = new Int32Array(firstSlots)
  #ranks = new Uint32Array(firstSlots)
  #count = 0

  /** Returns the slot of a node. A new node gets a slot with this owner. Slots are valid until the next call. */
  acquireSlot(node: number, owner: number): number {
    if (2 * this.#count >= this.#nodes.length) this.#grow()
    const slot = this.#find(node)
    if (this.#nodes[slot] === node) return slot
    this.#nodes[slot] = node
    this.#owners[slot] = owner
    this.#ranks[slot] = this.#count++
    return slot
  }

  ownerAt(slot: number): number {
    return this.#owners[slot]!
  }

  setOwner(slot: number, owner: number): void {
    this.#owners[slot] = owner
  }

  /** Number of distinct nodes visited before this one. */
  rankAt(slot: number): number {
    return this.#ranks[slot]!
  }

  #find(node: number): number {
    const nodes = this.#nodes
    const mask = nodes.length - 1
    const mixed = Math.imul((node | 0) ^ (node / 2 ** 32), 0x9e3779b1)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    while (nodes[slot] !== node && !Number.isNaN(nodes[slot])) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [nodes, owners, ranks] = [this.#nodes, this.#owners, this.#ranks]
    this.#nodes = new Float64Array(2 * nodes.length).fill(Number.NaN)
    this.#owners = new Int32Array(2 * nodes.length)
    this.#ranks = new Uint32Array(2 * nodes.length)
    for (let i = 0; i < nodes.length; i++) {
      if (Number.isNaN(nodes[i])) continue
      const slot = this.#find(nodes[i]!)
      this.#nodes[slot] = nodes[i]!
      this.#owners[slot] = owners[i]!
      this.#ranks[slot] = ranks[i]!
    }
  }
}
