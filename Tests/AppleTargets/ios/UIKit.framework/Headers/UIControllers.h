// View controllers, as far as the pages of the documentation use them. Written for this project from the public
// documentation, with only what is used. Checked in November 2026, each declaration, in the way that README.md tells.
LT_NONNULL_BEGIN
@interface UIViewController (LTLife)
- (void)viewDidLoad;
- (void)viewWillAppear:(BOOL)animated;
@property (nullable, nonatomic, copy) NSString *title;
@end
LT_UI @interface UITableViewController : UIViewController
- (instancetype)initWithStyle:(UITableViewStyle)style LT_DESIGNATED;
- (instancetype)initWithNibName:(nullable NSString *)nibNameOrNil bundle:(nullable NSBundle *)nibBundleOrNil LT_DESIGNATED;
- (nullable instancetype)initWithCoder:(NSCoder *)coder LT_DESIGNATED;
@property (null_resettable, nonatomic, strong) UITableView *tableView;
@end
LT_NONNULL_END
