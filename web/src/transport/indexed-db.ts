// Stores texts under keys in IndexedDB. Python reads and writes them as JSON (src/dungeon_twister/browser/worker.py).

const ROWS = "rows";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

/** The methods that Python uses. */
export type KeyValueStore = Pick<IndexedDbStore, "read" | "write">;

export class IndexedDbStore {
  private constructor(private readonly database: IDBDatabase) {}

  /** `name` is that of the database. */
  static async open(name: string): Promise<IndexedDbStore> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ROWS);
    return new IndexedDbStore(await done(request));
  }

  /** JSON of the pairs whose key begins so, by their keys. */
  async read(prefix: string): Promise<string> {
    const rows = this.database.transaction(ROWS).objectStore(ROWS);
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const [keys, texts] = await Promise.all([done(rows.getAllKeys(range)), done(rows.getAll(range))]);
    return JSON.stringify(keys.map((key, at) => [key, texts[at] as string]));
  }

  /**
   * JSON of keys with their texts, or null for what is to be deleted: all of it or nothing, and it is kept when this is
   * done.
   */
  write(json: string): Promise<void> {
    const texts = JSON.parse(json) as Record<string, string | null>;
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(ROWS, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("it was not kept"));
      transaction.onerror = () => reject(transaction.error ?? new Error("it was not kept"));
      const rows = transaction.objectStore(ROWS);
      for (const [key, text] of Object.entries(texts)) {
        if (text === null) rows.delete(key);
        else rows.put(text, key);
      }
    });
  }
}

/** Replaces IndexedDB where the browser has none. Its texts are lost with the worker. */
export class MemoryStore implements KeyValueStore {
  private readonly texts = new Map<string, string>();

  async read(prefix: string): Promise<string> {
    return JSON.stringify(
      [...this.texts].filter(([key]) => key.startsWith(prefix)).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  }

  async write(json: string): Promise<void> {
    for (const [key, text] of Object.entries(JSON.parse(json) as Record<string, string | null>)) {
      if (text === null) this.texts.delete(key);
      else this.texts.set(key, text);
    }
  }
}
