/** Every kind of token, and what is written with several: what a long text may repeat. */
export const pieces = [
  '"', '"a" ', '(', ')', '[', ']', '{', '}', '<', '>', '(]{>"', ',', ':', ';', '=', '.', '@', '+', '*', '_', '7', '7 ', '7\n', '1;', '1,', '_1 ',
  'name', 'name ', 'name\n', 'A = 1\n', '布', '😀', '\\', '\n', '\r', ' ', '//', '// a\n', '/*', '/* a */', '*/', '#', '#if 1\n', '#if 0\n1\n#endif\n',
  'cute::', '(4,8):(8,1)\n', '(1,2),', 'size(1),', 'f<1>(2),', 'size((2,3))\n', 'auto a = 1;', 'for {}\n', 'Layout<Shape<_4>> a;\n',
];
