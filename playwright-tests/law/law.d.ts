// What the scripts of this folder put into the page.
declare const law: {
  settled(longest?: number): Promise<void>;
  rest(): Promise<void>;
  seen(): string[];
  act(act: object): Promise<string>;
};
