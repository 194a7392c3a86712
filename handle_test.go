package toolkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

type cart struct {
	Items []string `json:"items"`
}

type cartID struct {
	Cart toolkit.Handle[cart] `json:"cart_id" description:"The cart"`
}

type addArgs struct {
	Cart toolkit.Handle[cart] `json:"cart_id" description:"The cart"`
	Item string               `json:"item" description:"What to put into it"`
}

// carts has the tools of a shop. It also returns the handles.
func carts(t *testing.T, options []toolkit.Option, more ...toolkit.HandlesOption) (*toolkit.Toolkit, *toolkit.Handles[cart]) {
	t.Helper()
	tk := toolkit.New("shop", "1", append([]toolkit.Option{toolkit.WithLogger(nil)}, options...)...)
	h := toolkit.NewHandles[cart](tk, "crt", time.Hour, more...)
	toolkit.Register(tk, toolkit.Tool{Name: "create_cart", Description: "Start a cart", Creates: h}, func(ctx context.Context, _ struct{}) (cartID, error) {
		made, err := h.Create(ctx, cart{})
		return cartID{made}, err
	})
	toolkit.Register(tk, toolkit.Tool{Name: "add_item"}, func(ctx context.Context, a addArgs) (string, error) {
		err := h.Update(ctx, a.Cart.ID, func(c *cart) error {
			c.Items = append(c.Items, a.Item)
			return nil
		})
		return "Added.", err
	})
	toolkit.Register(tk, toolkit.Tool{Name: "show_cart"}, func(_ context.Context, a cartID) (cart, error) { return a.Cart.Value, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "drop_cart"}, func(ctx context.Context, a cartID) (string, error) {
		return "Dropped.", h.Delete(ctx, a.Cart.ID)
	})
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	return tk, h
}

// said calls a tool and returns the text of its result, with IDs as crt_#.
func said(t *testing.T, tk *toolkit.Toolkit, tool, arguments string) string {
	t.Helper()
	res, err := tk.Call(t.Context(), tool, json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	return textOfResult(res)
}

func textOfResult(res *mcp.CallToolResult) string {
	var texts []string
	for _, c := range res.Content {
		if c, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, c.Text)
		}
	}
	return strings.Join(texts, "\n")
}

var anyID = regexp.MustCompile(`[a-z]+_[A-Z2-7]{26}`)

func TestHandlesFromCallToCall(t *testing.T) {
	tk, _ := carts(t, nil)
	created := said(t, tk, "create_cart", `{}`)
	id := anyID.FindString(created)
	if want := fmt.Sprintf(`{"cart_id":%q}`, id); created != want || id == "" {
		t.Fatalf("created %s, want %s", created, want)
	}
	said(t, tk, "add_item", fmt.Sprintf(`{"cart_id":%q,"item":"tea"}`, id))
	said(t, tk, "add_item", fmt.Sprintf(`{"cart_id":%q,"item":"cup"}`, id))
	if got, want := said(t, tk, "show_cart", fmt.Sprintf(`{"cart_id":%q}`, id)), `{"items":["tea","cup"]}`; got != want {
		t.Errorf("cart %s, want %s", got, want)
	}
	if got := said(t, tk, "drop_cart", fmt.Sprintf(`{"cart_id":%q}`, id)); got != "Dropped." {
		t.Error(got)
	}
	want := fmt.Sprintf("The arguments of show_cart have a problem. Correct it and call the tool again:\n- cart_id: %q has expired or does not exist. Get a new one from create_cart.", id)
	if got := said(t, tk, "show_cart", fmt.Sprintf(`{"cart_id":%q}`, id)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestHandlesAsClientsSeeThem(t *testing.T) {
	tk, _ := carts(t, nil)
	want := map[string]string{
		"create_cart": `Start a cart. The handle that it returns (crt_…) expires 1 hour after it was last used.|{"type":"object","properties":{},"additionalProperties":false}|{"type":"object","properties":{"cart_id":{"type":"string","description":"The cart"}},"required":["cart_id"]}`,
		"show_cart":   `|{"type":"object","properties":{"cart_id":{"type":"string","description":"The cart"}},"required":["cart_id"],"additionalProperties":false}|{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"}}},"required":["items"]}`,
	}
	for _, tool := range tk.Tools() {
		if tool.Name != "create_cart" && tool.Name != "show_cart" {
			continue
		}
		got := fmt.Sprintf("%s|%s|%s", tool.Description, tool.InputSchema, tool.OutputSchema)
		if diff := cmp.Diff(want[tool.Name], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tool.Name, diff)
		}
	}
}

// TestUnknownHandles asks a process that never created one.
func TestUnknownHandles(t *testing.T) {
	tk, h := carts(t, nil)
	const head = "The arguments of show_cart have a problem. Correct it and call the tool again:\n- cart_id: "
	for id, want := range map[string]string{
		"crt_ABCDEFGHIJKLMNOPQRSTUVWXYZ": `"crt_ABCDEFGHIJKLMNOPQRSTUVWXYZ" has expired or does not exist. Get a new one from create_cart.`,
		"crt_1":                          `"crt_1" has expired or does not exist. Get a new one from create_cart.`,
		"ord_ABCDEFGHIJKLMNOPQRSTUVWXYZ": `"ord_ABCDEFGHIJKLMNOPQRSTUVWXYZ" does not belong here; the text must begin with crt_. Get a new one from create_cart.`,
		"":                               `"" does not belong here; the text must begin with crt_. Get a new one from create_cart.`,
	} {
		raw, _ := json.Marshal(map[string]string{"cart_id": id})
		if diff := cmp.Diff(head+want, said(t, tk, "show_cart", string(raw))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", id, diff)
		}
		err := h.Delete(t.Context(), id)
		if tool, ok := errors.AsType[*toolkit.ToolError](err); !ok || tool.Text != want || !errors.Is(err, toolkit.ErrNoHandle) {
			t.Errorf("Delete of %q: %v", id, err)
		}
		if err := h.Update(t.Context(), id, func(*cart) error { t.Error("changed"); return nil }); !errors.Is(err, toolkit.ErrNoHandle) {
			t.Errorf("Update of %q: %v", id, err)
		}
	}
	tk.Remove("create_cart")
	if got, want := said(t, tk, "show_cart", `{"cart_id":"crt_1"}`), head+`"crt_1" has expired or does not exist.`; got != want {
		t.Error(got)
	}
}

func TestLifetimes(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options []toolkit.HandlesOption
		uses    []time.Duration // since the use before
		ends    time.Duration   // since the last use
	}{
		{"from the last use", nil, []time.Duration{59 * time.Minute, 59 * time.Minute}, time.Hour},
		{"fixed", []toolkit.HandlesOption{toolkit.WithFixedLifetime()}, []time.Duration{40 * time.Minute}, 20 * time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tk, _ := carts(t, nil, tt.options...)
				arguments := said(t, tk, "create_cart", `{}`)
				for _, wait := range tt.uses {
					time.Sleep(wait)
					if got := said(t, tk, "show_cart", arguments); got != `{"items":[]}` && got != `{"items":null}` {
						t.Fatal(got)
					}
				}
				time.Sleep(tt.ends)
				if got := said(t, tk, "show_cart", arguments); !strings.Contains(got, "has expired or does not exist") {
					t.Error(got)
				}
			})
		})
	}
}

func TestHandlesOfOthers(t *testing.T) {
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		info := &auth.TokenInfo{Expiration: time.Now().Add(time.Hour)}
		info.UserID, _ = strings.CutPrefix(token, "user-")
		if !strings.HasPrefix(token, "user-") {
			info.UserID = ""
		}
		return info, nil
	}
	for _, sdk := range []bool{false, true} {
		tk, _ := carts(t, []toolkit.Option{toolkit.WithAuth(verify, nil)})
		if sdk {
			if _, err := tk.Server(); err != nil { // from now on calls go through the SDK
				t.Fatal(err)
			}
		}
		h := handlerOf(t, tk)
		as := func(token, tool, arguments string) string {
			t.Helper()
			header := callHeader(tool)
			header.Set("Authorization", "Bearer "+token)
			w := post(h, header, callBody(tool, arguments, ""))
			var answer struct {
				Result struct {
					Content []struct{ Text string }
				}
			}
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer.Result.Content) == 0 {
				body := w.Body.String() // an event stream
				_, data, _ := strings.Cut(body, "data: ")
				if json.Unmarshal([]byte(data), &answer) != nil || len(answer.Result.Content) == 0 {
					t.Fatalf("%d %s", w.Code, body)
				}
			}
			return answer.Result.Content[0].Text
		}
		for _, owner := range []string{"user-alice", "opaque"} {
			arguments := as(owner, "create_cart", `{}`)
			if got := as(owner, "show_cart", arguments); !strings.HasPrefix(got, `{"items":`) {
				t.Errorf("%s does not get the own cart: %s", owner, got)
			}
			id := anyID.FindString(arguments)
			want := fmt.Sprintf("The arguments of show_cart have a problem. Correct it and call the tool again:\n- cart_id: %q has expired or does not exist. Get a new one from create_cart.", id)
			for _, other := range []string{"user-bob", "other"} {
				if got := as(other, "show_cart", arguments); got != want {
					t.Errorf("%s gets the cart of %s: %s", other, owner, got)
				}
			}
			if got := said(t, tk, "show_cart", arguments); got != want {
				t.Errorf("a call without a token gets the cart of %s: %s", owner, got)
			}
		}
	}
}

func TestHandleOwner(t *testing.T) {
	type key struct{}
	tk, h := carts(t, nil, toolkit.WithHandleOwner(func(ctx context.Context) string { s, _ := ctx.Value(key{}).(string); return s }))
	made, err := h.Create(context.WithValue(t.Context(), key{}, "a"), cart{Items: []string{"tea"}})
	if err != nil {
		t.Fatal(err)
	}
	for owner, want := range map[string]bool{"a": true, "b": false, "": false} {
		res, err := tk.Call(context.WithValue(t.Context(), key{}, owner), "show_cart", []byte(fmt.Sprintf(`{"cart_id":%q}`, made.ID)))
		if err != nil || res.IsError == want {
			t.Errorf("%q: %v %v", owner, textOfResult(res), err)
		}
	}
}

func TestHandlesOverStdio(t *testing.T) {
	tk, _ := carts(t, nil)
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	there, here := mcp.NewInMemoryTransports()
	if _, err := srv.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "create_cart"})
	if err != nil {
		t.Fatal(err)
	}
	res, err = client.CallTool(t.Context(), &mcp.CallToolParams{Name: "show_cart", Arguments: json.RawMessage(textOfResult(res))})
	if err != nil || res.IsError {
		t.Errorf("%v %v", textOfResult(res), err)
	}
}

func TestHandlesUnderAMount(t *testing.T) {
	shop, _ := carts(t, nil)
	mall := toolkit.New("mall", "1", toolkit.WithLogger(nil))
	mall.Mount("shop_", shop)
	city := toolkit.New("city", "1", toolkit.WithLogger(nil))
	city.Mount("mall_", mall)
	arguments := said(t, city, "mall_shop_create_cart", `{}`)
	if got := said(t, mall, "shop_show_cart", arguments); !strings.HasPrefix(got, `{"items":`) {
		t.Error(got)
	}
	const want = "The arguments of mall_shop_show_cart have a problem. Correct it and call the tool again:\n- cart_id: \"crt_1\" has expired or does not exist. Get a new one from mall_shop_create_cart."
	if got := said(t, city, "mall_shop_show_cart", `{"cart_id":"crt_1"}`); got != want {
		t.Error(got)
	}
}

// thing is a union with handles in it.
type thing interface{ thing() }

type boxed struct {
	Cart toolkit.Handle[cart] `json:"cart"`
}

func (boxed) thing()   {}
func (*packed) thing() {}

type packed struct {
	Carts []toolkit.Handle[cart] `json:"carts"`
}

func TestNestedHandles(t *testing.T) {
	type inner struct {
		Deep *toolkit.Handle[cart] `json:"deep,omitempty"`
	}
	type args struct {
		List  []toolkit.Handle[cart]          `json:"list,omitempty"`
		Map   map[string]toolkit.Handle[cart] `json:"map,omitempty"`
		Ptr   *toolkit.Handle[cart]           `json:"ptr,omitempty"`
		Plain toolkit.Handle[cart]            `json:"plain,omitempty"`
		Inner []*inner                        `json:"inner,omitempty"`
		Key   toolkit.Handle[cart]            `json:"key,omitempty" secret:"true"`
		Thing thing                           `json:"thing,omitempty"`
	}
	tk := toolkit.New("x", "1", toolkit.WithLogger(nil), toolkit.WithUnion("kind", map[string]thing{"boxed": boxed{}, "packed": &packed{}}))
	h := toolkit.NewHandles[cart](tk, "crt", time.Hour)
	var got args
	toolkit.Register(tk, toolkit.Tool{Name: "use"}, func(_ context.Context, a args) (string, error) { got = a; return "", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	tea, err := h.Create(t.Context(), cart{Items: []string{"tea"}})
	if err != nil {
		t.Fatal(err)
	}
	cup, err := h.Create(t.Context(), cart{Items: []string{"cup"}})
	if err != nil {
		t.Fatal(err)
	}
	id := strings.NewReplacer("TEA", tea.ID, "CUP", cup.ID)
	for _, tt := range []struct {
		arguments string
		want      args
	}{
		{`{"list":["TEA","CUP"]}`, args{List: []toolkit.Handle[cart]{tea, cup}}},
		{`{"map":{"a":"TEA","b":"CUP"}}`, args{Map: map[string]toolkit.Handle[cart]{"a": tea, "b": cup}}},
		{`{"ptr":"TEA"}`, args{Ptr: &tea}},
		{`{"plain":"CUP","key":"TEA"}`, args{Plain: cup, Key: tea}},
		{`{"plain":""}`, args{}}, // as some clients write a parameter that is not set
		{`{"inner":[{"deep":"TEA"},{}]}`, args{Inner: []*inner{{&tea}, {}}}},
		{`{"thing":{"kind":"boxed","cart":"CUP"}}`, args{Thing: boxed{cup}}},
		{`{"thing":{"kind":"packed","carts":["CUP"]}}`, args{Thing: &packed{[]toolkit.Handle[cart]{cup}}}},
	} {
		got = args{}
		if text := said(t, tk, "use", id.Replace(tt.arguments)); text != "" && text != "Done." {
			t.Errorf("%s: %s", tt.arguments, text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.arguments, diff)
		}
	}
	want := `The arguments of use have 4 problems. Correct them and call the tool again:
- list[1]: "crt_1" has expired or does not exist.
- map.b: "crt_2" has expired or does not exist.
- inner[0].deep: "crt_3" has expired or does not exist.
- key: the value has expired or does not exist.`
	text := said(t, tk, "use", id.Replace(`{"list":["TEA","crt_1"],"map":{"b":"crt_2"},"inner":[{"deep":"crt_3"}],"key":"crt_4"}`))
	text, _, _ = strings.Cut(text, "\n\n")
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSeveralHandlesOfOneType(t *testing.T) {
	type args struct {
		From toolkit.Handle[cart]   `json:"from" handle:"crt"`
		To   []toolkit.Handle[cart] `json:"to" handle:"wish"`
	}
	tk := toolkit.New("x", "1", toolkit.WithLogger(nil))
	crt, wish := toolkit.NewHandles[cart](tk, "crt", time.Hour), toolkit.NewHandles[cart](tk, "wish_", time.Hour)
	toolkit.Register(tk, toolkit.Tool{Name: "move"}, func(_ context.Context, a args) (string, error) {
		return strings.Join(append(a.From.Value.Items, a.To[0].Value.Items...), " "), nil
	})
	from, err := crt.Create(t.Context(), cart{Items: []string{"tea"}})
	if err != nil {
		t.Fatal(err)
	}
	to, err := wish.Create(t.Context(), cart{Items: []string{"cup"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := said(t, tk, "move", fmt.Sprintf(`{"from":%q,"to":[%q]}`, from.ID, to.ID)); got != "tea cup" {
		t.Error(got)
	}
	if got := said(t, tk, "move", fmt.Sprintf(`{"from":%q,"to":[%q]}`, to.ID, to.ID)); !strings.Contains(got, "from: ") || !strings.Contains(got, "must begin with crt_") {
		t.Error(got)
	}
}

func TestHandleRegistrationErrors(t *testing.T) {
	type none struct {
		Cart toolkit.Handle[cart] `json:"cart"`
	}
	type tagged struct {
		Cart toolkit.Handle[cart] `json:"cart" handle:"ord"`
	}
	type stray struct {
		Cart string `json:"cart" handle:"crt"`
	}
	type live struct{ Conn chan int }
	add := func(tk *toolkit.Toolkit, f any) {
		switch f := f.(type) {
		case func(context.Context, none) (string, error):
			toolkit.Register(tk, toolkit.Tool{Name: "use"}, f)
		case func(context.Context, tagged) (string, error):
			toolkit.Register(tk, toolkit.Tool{Name: "use"}, f)
		case func(context.Context, stray) (string, error):
			toolkit.Register(tk, toolkit.Tool{Name: "use"}, f)
		}
	}
	useNone := func(context.Context, none) (string, error) { return "", nil }
	for _, tt := range []struct {
		name string
		make func(tk *toolkit.Toolkit)
		want string
	}{
		{"no handles", func(tk *toolkit.Toolkit) { add(tk, useNone) },
			`tool "use": toolkit_test.none.Cart: there are no handles for toolkit_test.cart; call toolkit.NewHandles[toolkit_test.cart] on this toolkit before the tool is registered`},
		{"two handles", func(tk *toolkit.Toolkit) {
			toolkit.NewHandles[cart](tk, "crt", time.Hour)
			toolkit.NewHandles[cart](tk, "wish", time.Hour)
			add(tk, useNone)
		}, `tool "use": toolkit_test.none.Cart: several handles are of the type toolkit_test.cart; say which by a tag handle with the prefix, one of "crt", "wish"`},
		{"a second kind later", func(tk *toolkit.Toolkit) {
			toolkit.NewHandles[cart](tk, "crt", time.Hour)
			add(tk, useNone)
			toolkit.NewHandles[cart](tk, "wish", time.Hour)
		}, `handles "wish" of toolkit_test.cart: the tool "use" takes a Handle[toolkit_test.cart] without saying of which handles; give its field the tag handle:"wish", or call NewHandles before Register`},
		{"an unknown prefix", func(tk *toolkit.Toolkit) {
			toolkit.NewHandles[cart](tk, "crt", time.Hour)
			add(tk, func(context.Context, tagged) (string, error) { return "", nil })
		}, `tool "use": toolkit_test.tagged.Cart: the tag handle:"ord" names no handles of the type toolkit_test.cart; write one of "crt"`},
		{"a tag on a string", func(tk *toolkit.Toolkit) {
			toolkit.NewHandles[cart](tk, "crt", time.Hour)
			add(tk, func(context.Context, stray) (string, error) { return "", nil })
		}, `tool "use": toolkit_test.stray.Cart: the tag handle:"crt" is for a toolkit.Handle, or a list of them; drop the tag, or change the type`},
		{"the same prefix", func(tk *toolkit.Toolkit) {
			toolkit.NewHandles[cart](tk, "crt", time.Hour)
			toolkit.NewHandles[int](tk, "crt_", time.Hour)
		}, `handles "crt" of int: there are handles with this prefix already; choose another one`},
		{"bad words", func(tk *toolkit.Toolkit) {
			toolkit.NewHandles[int](tk, "a b", -time.Second, toolkit.WithHandleMemory(-1))
		}, `handles "a b" of int: the prefix has other characters than letters, digits, _ and -
handles "a b" of int: the lifetime is -1s; it must be more than 0
handles "a b" of int: WithHandleMemory: -1 is negative; 0 means the default`},
		{"a state without JSON", func(tk *toolkit.Toolkit) { toolkit.NewHandles[live](tk, "crt", time.Hour) },
			`handles "crt" of toolkit_test.live: toolkit_test.live.Conn: chan int has no JSON, so it cannot be kept; keep it in the program under a key, and the key here`},
		{"Creates without a handle in the result", func(tk *toolkit.Toolkit) {
			h := toolkit.NewHandles[cart](tk, "crt", time.Hour)
			toolkit.Register(tk, toolkit.Tool{Name: "use", Creates: h}, func(context.Context, struct{}) (cart, error) { return cart{}, nil })
		}, `tool "use": Creates says that the tool makes a Handle[toolkit_test.cart], but its result toolkit_test.cart has none; put it into the result, or drop Creates`},
		{"Creates of another toolkit", func(tk *toolkit.Toolkit) {
			h := toolkit.NewHandles[cart](toolkit.New("y", "1"), "crt", time.Hour)
			toolkit.Register(tk, toolkit.Tool{Name: "use", Creates: h}, func(context.Context, struct{}) (cartID, error) { return cartID{}, nil })
		}, `tool "use": Creates is of another toolkit; make it with toolkit.NewHandles on this one`},
		{"Creates of nothing", func(tk *toolkit.Toolkit) {
			var h *toolkit.Handles[cart]
			toolkit.Register(tk, toolkit.Tool{Name: "use", Creates: h}, func(context.Context, struct{}) (cartID, error) { return cartID{}, nil })
		}, `tool "use": Creates is a nil *Handles; make it with toolkit.NewHandles before the tool is registered`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk := toolkit.New("x", "1", toolkit.WithLogger(nil))
			tt.make(tk)
			err := tk.Err()
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoUpdateIsLost changes one state from many goroutines.
func TestNoUpdateIsLost(t *testing.T) {
	_, h := carts(t, nil)
	made, err := h.Create(t.Context(), cart{})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 25 {
				if err := h.Update(t.Context(), made.ID, func(c *cart) error { c.Items = append(c.Items, "x"); return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	stop := errors.New("seen")
	err = h.Update(t.Context(), made.ID, func(c *cart) error {
		if len(c.Items) != 200 {
			t.Errorf("%d items, want 200", len(c.Items))
		}
		c.Items = nil
		return stop
	})
	if !errors.Is(err, stop) {
		t.Error(err)
	}
	_ = h.Update(t.Context(), made.ID, func(c *cart) error {
		if len(c.Items) != 200 {
			t.Error("a refused update changed the state")
		}
		return nil
	})
}

func TestHandleMemoryIsBounded(t *testing.T) {
	_, h := carts(t, nil, toolkit.WithHandleMemory(4<<10))
	ctx := t.Context()
	first, err := h.Create(ctx, cart{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := h.Create(ctx, cart{})
	if err != nil {
		t.Fatal(err)
	}
	keep := func(*cart) error { return nil }
	for range 10 {
		if err := h.Update(ctx, first.ID, keep); err != nil { // it is in use
			t.Fatal(err)
		}
		if _, err := h.Create(ctx, cart{Items: []string{strings.Repeat("x", 500)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Update(ctx, first.ID, keep); err != nil {
		t.Errorf("the handle in use was forgotten: %v", err)
	}
	if err := h.Update(ctx, second.ID, keep); !errors.Is(err, toolkit.ErrNoHandle) {
		t.Errorf("the handle not in use is still there: %v", err)
	}
	big := func(c *cart) error { c.Items = []string{strings.Repeat("x", 5000)}; return nil }
	if err := h.Update(ctx, first.ID, big); !errors.Is(err, toolkit.ErrHandleTooLarge) {
		t.Error(err)
	}
	if _, err := h.Create(ctx, cart{Items: []string{strings.Repeat("x", 5000)}}); !errors.Is(err, toolkit.ErrHandleTooLarge) {
		t.Error(err)
	}
}
